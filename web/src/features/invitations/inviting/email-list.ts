import { isEmailAddress } from '#domain/email.ts';

/** Parses a pasted list of email addresses, separated by commas, semicolons or white space, with or without names as in `Ada Lovelace <ada@x.test>`: each address once, without regard to case, and the words that are none. */
export function parseEmailList(text: string) {
  const words = withoutNames(text)
    .split(/[\s,;]+/)
    .filter(Boolean);
  const distinct = words.filter((word, index) => words.findIndex((other) => isSame(word, other)) === index);
  return { emails: distinct.filter(isEmailAddress), invalid: distinct.filter((word) => !isEmailAddress(word)) };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Removes the names before addresses in angle brackets, but keeps a word that is an address itself. */
function withoutNames(text: string): string {
  const unquoted = text.replaceAll(/"[^"]*"/g, ' ');
  return unquoted.replaceAll(/([^,;\n<>]*)<(?:mailto:)?([^<>]*)>/g, (_, before: string, email: string) => {
    const others = before.split(/\s+/).filter(isEmailAddress);
    return ` ${[...others, email].join(' ')} `;
  });
}
