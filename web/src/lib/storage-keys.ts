/** Where auth-js stores the session of the user. */
export const USER_KEY = 'supabase.auth.token';
