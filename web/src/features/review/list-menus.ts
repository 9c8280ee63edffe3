import { AudienceFilter } from '@/features/audiences/audience-select.tsx';
import { ListMenu } from '@/features/custom-fields/list-menu.tsx';

/** The menus of a customer's list, whose code the page of a review link does without. */
export const LIST_MENUS = { AudienceFilter, ListMenu };
