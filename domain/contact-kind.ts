export const CONTACT_KINDS = ['email', 'domain', 'linkedin', 'company'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** Begins the error of an import's row that an entry applies to. Its end names the entry. */
export const SUPPRESSED_ERROR = 'On the do-not-contact list: ';

export const isSuppressed = ({ error }: { error: string }): boolean => error.startsWith(SUPPRESSED_ERROR);
