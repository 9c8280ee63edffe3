import { useQuery } from '@tanstack/react-query';
import { showChange } from '@/lib/show-change.ts';
import { useSave } from '@/lib/use-save.ts';
import { CheckField } from '@/ui/checkbox.tsx';
import { AccountSection, SectionError } from './account-section.tsx';
import { chooseEmails, type EmailChoices, emailChoices } from './emails-data.ts';
import { texts } from './texts.ts';

const { emails: words } = texts;

const KINDS = ['reminders', 'comments', 'news'] as const satisfies readonly (keyof EmailChoices)[];

/** The emails beside the digest that the user gets. */
export function EmailsSection() {
  const { data: choices } = useQuery(emailChoices);
  return (
    <AccountSection title={words.title} state={choices === null ? words.unconfirmed : words.description}>
      <EmailChoiceList />
    </AccountSection>
  );
}

/** The kinds of emails that an address can turn off. A choice is shown and saved at once. */
export function EmailChoiceList() {
  const query = useQuery(emailChoices);
  const { save } = useSave({
    write: (choice: Partial<EmailChoices>) => chooseEmails(choice),
    optimistic: (client, choice) =>
      showChange(client, emailChoices.queryKey, (shown) => shown && { ...shown, ...choice }),
    refresh: (client) => client.invalidateQueries({ queryKey: emailChoices.queryKey }),
    failure: words.failed,
    scope: 'emails',
  });
  const { data: choices } = query;
  return (
    <>
      {choices && (
        <ul className="space-y-3">
          {KINDS.map((kind) => (
            <li key={kind}>
              <CheckField
                checked={choices[kind]}
                onChange={(isOn) => save({ [kind]: isOn })}
                className="items-start gap-2 text-sm [&>[role=checkbox]]:mt-0.5"
              >
                <span>
                  {words.kinds[kind].label}
                  <span className="block text-muted text-xs">{words.kinds[kind].hint}</span>
                </span>
              </CheckField>
            </li>
          ))}
        </ul>
      )}
      <SectionError what={words.what} query={query} />
    </>
  );
}
