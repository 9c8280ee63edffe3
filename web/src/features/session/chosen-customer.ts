const STORAGE_KEY = 'leadlight-customer';

/** The customer chosen in this tab, which survives a reload; null if none is. It may be one of another user. */
export const loadChosenCustomer = (): string | null => sessionStorage.getItem(STORAGE_KEY);

export function storeChosenCustomer(customerId: string | null): void {
  if (customerId === null) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, customerId);
}
