import { vi } from 'vitest';

let logged: string[] = [];

/** Records console errors and warnings instead of printing them. */
export function recordConsole(): void {
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...message) => {
      logged.push(message.map((part) => (part instanceof Error ? part.message : String(part))).join(' '));
    });
  }
}

/** The errors and warnings since the last call. A test that does not take them fails. */
export function takeLogged(): string[] {
  const taken = logged;
  logged = [];
  return taken;
}
