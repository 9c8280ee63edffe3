import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Brand, brandLengths, PRODUCT } from '#domain/brand.ts';
import { brandColors } from '#domain/brand-colors.ts';
import { plainName } from '#domain/name.ts';
import { changeBrand, logoUrl } from '@/lib/brand.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { Field } from '@/ui/field.tsx';
import { FormElement, TextField } from '@/ui/form.tsx';
import { Input } from '@/ui/input.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { Loading } from '@/ui/skeleton.tsx';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import { type Form, useForm } from '@/ui/use-form.ts';
import { BrandPreview } from './brand-preview.tsx';
import { brandQuery, saveBrand } from './data.ts';
import { LogoField } from './logo-field.tsx';
import { texts } from './texts.ts';

/** The name, logo, color, sender and footer of the agency, with a preview of what is typed. */
export function BrandPage() {
  const query = useQuery(brandQuery);
  const loading = (
    <Loading label={commonTexts.loading(texts.what)} className="space-y-2" count={4} shape="h-12 w-full rounded-lg" />
  );
  return (
    <div className="mx-auto max-w-240">
      <PageHeader title={commonTexts.pages.brand} description={texts.description} />
      <Loaded query={query} what={texts.what} skeleton={loading}>
        {(brand) => <BrandForm stored={brand} />}
      </Loaded>
    </div>
  );
}

const COLOR = /^#[\da-f]{6}$/i;
/** The accent without a brand. */
const DEFAULT_COLOR = '#4f46e5';

const PLAIN = { dir: 'auto', autoComplete: 'off' } as const;

function BrandForm({ stored }: { stored: Brand | null }) {
  /** The chosen logo as a data URL; null if it was removed, undefined while it is the stored one. */
  const [logo, setLogo] = useState<string | null>();
  const { save } = useSave({
    write: saveBrand,
    apply: (client, _, saved) => {
      client.setQueryData(brandQuery.queryKey, saved);
      if (saved) changeBrand(saved);
    },
    success: { title: texts.saved },
    failure: texts.failed,
  });
  const form = useForm({
    initial: formValues(stored),
    validate: checkBrand,
    submit: async (values) => {
      const saved = await save({ ...values, logo: logo?.replace(/^[^,]*,/, '') ?? logo });
      if (saved) discard(saved.result);
    },
  });
  const discard = (brand: Brand | null) => {
    form.setValues(formValues(brand));
    setLogo(undefined);
  };
  const { question } = useUnsavedChanges({
    isUnsaved: form.isUnsaved || logo !== undefined,
    description: commonTexts.typedUnsaved,
    onDiscard: () => discard(stored),
    form: form.formRef,
  });
  const { accent, name, senderName, footer } = form.values;
  const color = COLOR.test(accent) ? accent.toLowerCase() : undefined;
  const shownLogo = logo === undefined ? logoUrl(stored ?? undefined) : (logo ?? undefined);
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Card>
        <FormElement form={form} className="space-y-5 p-5">
          <TextField form={form} name="name" label={texts.name} help={texts.nameHelp} {...PLAIN} />
          <LogoField logo={shownLogo} onChange={setLogo} />
          <AccentField form={form} color={color} />
          <TextField form={form} name="senderName" label={texts.senderName} help={texts.senderNameHelp} {...PLAIN} />
          <TextField form={form} name="footer" label={texts.footer} help={texts.footerHelp} {...PLAIN} />
          <div className="flex justify-end">
            <Button type="submit" variant="primary" busy={form.busy}>
              {texts.save}
            </Button>
          </div>
          {question}
        </FormElement>
      </Card>
      <BrandPreview
        name={plainName(name) || PRODUCT}
        logo={shownLogo}
        color={color}
        sender={plainName(senderName)}
        footer={plainName(footer)}
      />
    </div>
  );
}

const formValues = (brand: Brand | null) => ({
  name: brand?.name ?? '',
  accent: brand?.accent ?? '',
  senderName: brand?.sender_name ?? '',
  footer: brand?.footer ?? '',
});

type BrandValues = ReturnType<typeof formValues>;

function checkBrand({ accent, ...names }: BrandValues): Partial<BrandValues> {
  const tooLong = Object.entries(names).flatMap(([name, text]) => {
    const length = brandLengths[name as keyof typeof names];
    return [...plainName(text)].length > length ? [[name, texts.tooLong(length)]] : [];
  });
  return {
    ...(accent !== '' && !COLOR.test(accent) && { accent: texts.accentForm }),
    ...Object.fromEntries(tooLong),
  };
}

type AccentFieldProps = { form: Form<BrandValues>; color: string | undefined };

/** The accent, typed or picked. */
const AccentField = ({ form, color }: AccentFieldProps) => (
  <Field label={texts.accent} help={accentHelp(color)} error={form.fieldError('accent')}>
    <div className="flex gap-2">
      <Input {...form.inputProps('accent')} placeholder={DEFAULT_COLOR} autoComplete="off" spellCheck={false} />
      <input
        type="color"
        aria-label={texts.pick}
        value={color ?? DEFAULT_COLOR}
        onChange={({ target }) => form.setValues({ accent: target.value })}
        className="h-8 w-12 shrink-0 rounded-md border border-control bg-raised p-1 pointer-coarse:h-11"
      />
    </div>
  </Field>
);

/** Says which colors are used instead of one that text could not be read on. */
function accentHelp(color: string | undefined): string {
  if (!color) return texts.accentHelp;
  const { light, dark } = brandColors(color).accent;
  return light === color && dark === color ? texts.accentHelp : texts.accentAdjusted(light, dark);
}
