import type { AppConfig } from '@/lib/config.ts';
import type { LoginValues } from './checks.ts';
import { texts } from './texts.ts';

export type DemoAccountsProps = {
  accounts: NonNullable<AppConfig['demo']>;
  onPick: (values: LoginValues) => void;
};

/** Buttons that fill in the form with an account of the demo. */
export function DemoAccounts({ accounts, onPick }: DemoAccountsProps) {
  return (
    <section aria-label={texts.login.demoLabel} className="pt-4">
      <p className="mb-3 flex items-center gap-3 text-muted text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {texts.login.demo}
      </p>
      <div className="grid gap-2">
        {accounts.map(({ email, password, role }) => (
          <button
            key={email}
            type="button"
            onClick={() => onPick({ email, password })}
            className="flex h-9 items-center justify-between gap-4 rounded-md border border-border bg-raised px-3 text-left transition-colors hover:bg-subtle pointer-coarse:h-11"
          >
            <span className="font-medium text-sm capitalize">{role}</span>
            <span className="truncate text-muted text-xs">{email}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
