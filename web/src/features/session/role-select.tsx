import { Select, type SelectProps } from '@/ui/select.tsx';
import { MEMBER_ROLES, type MemberRole } from './access.ts';
import { texts } from './texts.ts';

const OPTIONS = MEMBER_ROLES.map((value) => ({ value, label: texts.memberRoles[value] }));

/** Selects the role of a member. */
export const RoleSelect = (props: Omit<SelectProps<MemberRole>, 'options'>) => <Select options={OPTIONS} {...props} />;
