import { texts } from './texts.ts';

/** A provider's name on the screen; that of a custom provider comes from its configured id. */
export function providerName(provider: string): string {
  if (provider.startsWith('sso:')) return texts.providers.ssoName;
  const plain = provider.replace(/^custom:/, '').replaceAll(/[_-]+/g, ' ');
  return texts.providers.names[provider] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
