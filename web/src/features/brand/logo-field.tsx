import { useRef, useState } from 'react';
import { imageType, MAX_LOGO_BYTES } from '#domain/brand.ts';
import { formatBytes } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { texts } from './texts.ts';

type LogoFieldProps = {
  /** A URL of the logo. */
  logo: string | undefined;
  onChange: (logo: string | null) => void;
};

/** Chooses and removes the logo. A file is checked by its bytes, as the database does. */
export function LogoField({ logo, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const choose = async (file: File) => {
    const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
    const type = imageType(bytes);
    if (!type) return setError(texts.notAnImage(file.name));
    if (file.size > MAX_LOGO_BYTES) return setError(texts.tooLarge(file.name, formatBytes(file.size)));
    setError(undefined);
    onChange(await dataUrl(new Blob([file], { type })));
  };
  return (
    <Field label={texts.logo} help={texts.logoHelp} {...(error && { error })}>
      <div className="flex min-h-12 flex-wrap items-center gap-2">
        {logo && <img src={logo} alt="" className="mr-2 h-10 max-w-40 object-contain" />}
        <input
          ref={input}
          type="file"
          aria-label={texts.chooseLogo}
          accept="image/png,image/jpeg,image/webp"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) choose(file);
            target.value = '';
          }}
        />
        <Button onClick={() => input.current?.click()}>{logo ? texts.replaceLogo : texts.chooseLogo}</Button>
        {logo && <Button onClick={() => onChange(null)}>{texts.removeLogo}</Button>}
      </div>
    </Field>
  );
}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
