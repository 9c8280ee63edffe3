import { NameShape } from '@/ui/list/table-skeleton.tsx';
import { Loading } from '@/ui/skeleton.tsx';
import { texts } from './texts.ts';

export const CommentsLoading = () => (
  <Loading label={texts.loading}>
    <NameShape />
  </Loading>
);
