import { Hammer } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** An honest word in the place of a page that is still to come. */
export function NotBuilt({ title }: { title: string }) {
  return (
    <div className="mx-auto max-w-300">
      <PageHeader title={title} />
      <Card>
        <EmptyState
          icon={Hammer}
          title="This page is not built yet"
          description="It comes with a later version of Leadlight."
        />
      </Card>
    </div>
  );
}
