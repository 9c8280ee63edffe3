import { clsx } from 'clsx';
import { Link } from 'react-router';

/** A link that reads as the name of what it opens, with the whole name as tooltip where it is cut. */
export const NameLink = ({ to, name, className }: { to: string; name: string; className: string }) => (
  <Link to={to} title={name} dir="auto" className={clsx('truncate rounded-sm hover:underline', className)}>
    {name}
  </Link>
);
