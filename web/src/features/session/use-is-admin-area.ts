import { useMatch } from 'react-router';
import { paths } from '@/paths.ts';

/** Whether the page is one of the administrators' own, which an administrator who impersonates a customer leaves. */
export const useIsAdminArea = (): boolean => useMatch(`${paths.admin}/*`) !== null;
