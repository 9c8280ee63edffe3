import { chooseEmails } from '@/features/account/emails-data.ts';
import { useSave } from '@/lib/use-save.ts';
import { guestLink } from './guest-link-data.ts';
import { texts } from './texts.ts';

const { reminders } = texts.review;

/** Whether the guest is reminded of the deadline by email, and a button that changes it at once. */
export function ReminderSwitch({ isOn }: { isOn: boolean }) {
  const { save, isSaving } = useSave({
    write: (next: boolean) => chooseEmails({ reminders: next }),
    refresh: (client) => client.invalidateQueries({ queryKey: guestLink.queryKey }),
    failure: reminders.failed,
  });
  return (
    <>
      {' '}
      {isOn ? reminders.on : reminders.off}{' '}
      <button
        type="button"
        disabled={isSaving}
        onClick={() => save(!isOn)}
        className="text-accent-text underline underline-offset-2"
      >
        {isOn ? reminders.turnOff : reminders.turnOn}
      </button>
      .
    </>
  );
}
