const NAME = 'sidebar_state';
const SEVEN_DAYS_IN_SECONDS = 7 * 24 * 60 * 60;

/** Whether the sidebar was left open, as a cookie header tells it; open where nothing is known. */
export function sidebarIsOpen(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${NAME}=false`);
}

/** The cookie that remembers the sidebar for seven days. */
export function sidebarCookie(open: boolean): string {
  return `${NAME}=${open}; path=/; max-age=${SEVEN_DAYS_IN_SECONDS}; samesite=lax`;
}
