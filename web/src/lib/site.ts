/** The full address of a page of this app, for links that arrive from outside, such as those in mails. */
export const siteAddress = (path: string) => new URL(path, location.origin).href;
