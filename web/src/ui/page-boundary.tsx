import { Component, type ReactNode } from 'react';
import { reasonOf } from '@/lib/failure.ts';
import { ErrorState } from './error-state.tsx';

type PageBoundaryProps = { address: string; children: ReactNode };
type PageBoundaryState = { failure: string | undefined };

/** Keeps what is around it standing where a page fails, such as one whose code is gone after an update. Another address is another try. */
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
        title="This page could not be shown"
        description="Reload it to try again. If it keeps failing, tell your administrator."
        details={failure}
        onRetry={() => location.reload()}
      />
    );
  }
}
