import { FileChartColumn } from 'lucide-react';
import { generatePath, Link } from 'react-router';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';

export const ReportLink = ({ customerId }: { customerId: string }) => (
  <Link to={generatePath(paths.report, { id: customerId })} className={buttonClass()}>
    <FileChartColumn aria-hidden className="size-4" />
    {commonTexts.pages.report}
  </Link>
);
