import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

export function ProfileSettings() {
  return (
    <>
      <Field label="Full name">
        {(control) => <Input {...control} defaultValue="Jordan Avery" autoComplete="off" />}
      </Field>
      <Field label="Email">
        {(control) => <Input {...control} type="email" defaultValue="jordan@example.com" autoComplete="off" />}
      </Field>
      <Field label="Company">
        {(control) => <Input {...control} defaultValue="Example Company" autoComplete="off" />}
      </Field>
      <Field label="Job title">
        {(control) => <Input {...control} defaultValue="Head of Growth" autoComplete="off" />}
      </Field>
    </>
  );
}
