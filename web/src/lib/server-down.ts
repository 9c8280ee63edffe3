/** The statuses of a proxy or a server that cannot answer for now. */
const isUnavailable = ({ status }: Response) => [502, 503, 504].includes(status) || (status >= 520 && status <= 530);

let isDown = false;
const listeners = new Set<() => void>();

/** Whether the last response said that the server cannot answer for now. */
export const isServerDown = () => isDown;

export function onServerDownChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noticeServer(response: Response): void {
  if (isUnavailable(response) === isDown) return;
  isDown = !isDown;
  for (const listener of listeners) listener();
}
