import { isEmailAddress } from '#domain/email.ts';

/** What a text holds: the addresses, each once, and the words that are none. */
export type Addresses = { addresses: string[]; strange: string[] };

/** The addresses of a text as people paste it: parted by commas, semicolons or white space, with or without names as in `Ada Lovelace <ada@x.test>`. */
export function readAddresses(text: string): Addresses {
  const words = withoutNames(text)
    .split(/[\s,;]+/)
    .filter(Boolean);
  const found = words.filter((word, at) => words.findIndex((other) => isSame(word, other)) === at);
  return {
    addresses: found.filter(isEmailAddress),
    strange: found.filter((word) => !isEmailAddress(word)),
  };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Before an address in angle brackets only what is an address itself stays. */
function withoutNames(text: string): string {
  const unquoted = text.replaceAll(/"[^"]*"/g, ' ');
  return unquoted.replaceAll(/([^,;\n<>]*)<(?:mailto:)?([^<>]*)>/g, (_, before: string, address: string) => {
    const others = before.split(/\s+/).filter(isEmailAddress);
    return ` ${[...others, address].join(' ')} `;
  });
}
