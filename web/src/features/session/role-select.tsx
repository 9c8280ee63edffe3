import { type MemberRole, memberRoles } from '#domain/member-roles.ts';
import { Select, type SelectProps } from '@/ui/select.tsx';
import { texts } from './texts.ts';

const OPTIONS = memberRoles.map((value) => ({ value, label: texts.memberRoles[value] }));

/** Selects the role of a member. */
export const RoleSelect = (props: Omit<SelectProps<MemberRole>, 'options'>) => <Select options={OPTIONS} {...props} />;
