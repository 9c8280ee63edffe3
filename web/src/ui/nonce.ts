/** The page's own nonce for style elements that libraries write at run time; the server puts a fresh one into each page. */
export function styleNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || undefined;
}
