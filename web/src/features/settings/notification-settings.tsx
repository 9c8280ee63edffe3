import { useId, useState } from 'react';
import { Checkbox } from '@/ui/checkbox.tsx';

const NOTIFICATIONS = [
  { name: 'New leads', help: 'When your agency has uploaded leads for you', isOn: true },
  { name: 'Campaign replies', help: 'When someone answers one of your messages', isOn: true },
  { name: 'Weekly summary', help: 'Every Monday, what the week before has brought', isOn: true },
  { name: 'Product news', help: 'Now and then, what is new in Leadlight', isOn: false },
] as const;

export function NotificationSettings() {
  return NOTIFICATIONS.map((notification) => <Notification key={notification.name} {...notification} />);
}

function Notification({ name, help, isOn }: (typeof NOTIFICATIONS)[number]) {
  const id = useId();
  const [on, setOn] = useState<boolean>(isOn);
  return (
    <div className="flex items-start gap-3">
      <Checkbox id={id} checked={on} onChange={setOn} className="mt-0.5" />
      <label htmlFor={id}>
        <span className="block font-medium text-sm">{name}</span>
        <span className="block text-muted text-xs">{help}</span>
      </label>
    </div>
  );
}
