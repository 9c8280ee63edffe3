const NAMES: Record<string, string> = {
  azure: 'Microsoft',
  email: 'Email and password',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  linkedin_oidc: 'LinkedIn',
  microsoft: 'Microsoft',
  slack_oidc: 'Slack',
};

/** A provider's name on the screen; that of a custom provider comes from its configured id. */
export function providerName(provider: string): string {
  if (provider.startsWith('sso:')) return 'Single sign-on';
  const plain = provider.replace(/^custom:/, '').replaceAll(/[_-]+/g, ' ');
  return NAMES[provider] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
