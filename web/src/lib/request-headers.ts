/** Headers that every request of this tab carries, such as the impersonation's id. */
export const sessionHeaders = new Headers();
