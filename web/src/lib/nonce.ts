/** The CSP nonce for style elements that libraries add at run time. The server puts a new one into each page. */
export function styleNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || undefined;
}
