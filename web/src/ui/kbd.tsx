export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-border bg-subtle px-1 font-medium font-sans text-muted text-xs">
      {children}
    </kbd>
  );
}
