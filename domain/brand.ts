// The brand of the agency, which the app, its emails and reports show.

export const PRODUCT = 'Leadlight';

/** The chosen parts of a brand. For a null part Leadlight has its own. */
export type Brand = {
  name: string | null;
  /** A color such as #4f46e5. */
  accent: string | null;
  /** The name before the address of emails. */
  sender_name: string | null;
  footer: string | null;
  logo_type: string | null;
  /** SHA-256 of the logo in hexadecimal. */
  logo_hash: string | null;
};

/** The largest logo, in bytes. */
export const MAX_LOGO_BYTES = 200_000;

export const brandLengths = { name: 60, senderName: 100, footer: 500 } as const;

/** The path at which the server has the logo. */
export const logoPath = ({ logo_hash }: Pick<Brand, 'logo_hash'>): string | undefined =>
  logo_hash ? `/brand/${logo_hash}` : undefined;

/** The media type of a PNG, JPEG or WebP by its first bytes, as `private.image_type`; undefined for anything else. */
export function imageType(bytes: Uint8Array): string | undefined {
  const startsWith = (signature: number[], at = 0) => signature.every((byte, index) => bytes[at + index] === byte);
  if (startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (startsWith([0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith([0x52, 0x49, 0x46, 0x46]) && startsWith([0x57, 0x45, 0x42, 0x50], 8)) return 'image/webp';
  return undefined;
}
