import { lazyPart } from '@/lib/lazy-part.tsx';
import { CommentsLoading } from './comments-loading.tsx';

/** The comments on a row, whose code is loaded when they are first shown. */
export const LazyComments = lazyPart('Comments', () => import('./comments.tsx'), <CommentsLoading />);
