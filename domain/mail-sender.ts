import { isEmailAddress } from './email.ts';

export type MailSender = { name: string; address: string };

/** A name, quoted or without characters that separate addresses (RFC 5322), and an address in angle brackets. */
const NAMED = /^(?:"(?<quoted>(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*)"|(?<plain>[^"\\<>,:;\p{Cc}]*?))\s*<(?<address>[^<>]*)>$/u;

/**
 * The sender of `Name <address>`, `"Name: with separators" <address>` or `address`. Throws an Error with a sentence: mailers read other texts as a
 * group or a list of addresses, or as no address.
 */
export function parseMailSender(text: string): MailSender {
  const trimmed = text.trim();
  const { quoted, plain = '', address = trimmed } = NAMED.exec(trimmed)?.groups ?? {};
  const name = quoted?.replace(/\\(.)/gu, '$1') ?? plain;
  if (isEmailAddress(address.replace(/[^\0-\x7f]/gu, 'x'))) return { name, address }; // an address may be international
  const named = /^(?<name>[^<>]*?)\s*<(?<address>[^<>]*@[^<>]*)>$/u.exec(trimmed)?.groups;
  if (!named?.name || NAMED.test(trimmed)) {
    throw new Error(`'${trimmed}' has no email address: write it as in Leadlight <leads@example.com>`);
  }
  const quotedName = named.name.replace(/["\\\p{Cc}]/gu, '');
  throw new Error(
    `'${trimmed}' is a list or a group of addresses: quote the name, as in "${quotedName}" <${named.address}>`,
  );
}
