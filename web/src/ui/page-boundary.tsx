import { WifiOff } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { reasonOf } from '@/lib/failure.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { texts } from './texts.ts';

type PageBoundaryProps = { address: string; children: ReactNode };
type PageBoundaryState = { failure: string | undefined };

/** Shows the error of a page, for example if its code is gone after an update, and leaves the frame around it in place. Another address resets it. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): PageBoundaryState {
    return { failure: reasonOf(error) };
  }

  override componentDidUpdate(before: PageBoundaryProps) {
    if (before.address !== this.props.address) this.setState({ failure: undefined });
  }

  override render() {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    return (
      <ErrorState
        title={texts.brokenPage.title}
        description={texts.brokenPage.description}
        details={failure}
        onRetry={() => location.reload()}
      />
    );
  }
}

/** In place of a page that cannot be loaded offline. */
export function OfflinePage() {
  return (
    <div role="status">
      <EmptyState icon={WifiOff} {...texts.offline} />
    </div>
  );
}
