import { commonTexts } from '@/lib/texts.ts';
import { Button } from './button.tsx';

export type FormButtonsProps = { label: string; busy: boolean; onCancel: () => void };

export function FormButtons({ label, busy, onCancel }: FormButtonsProps) {
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>{commonTexts.cancel}</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {label}
      </Button>
    </div>
  );
}
