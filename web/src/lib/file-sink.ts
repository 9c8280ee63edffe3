/** A file that is written in pieces. `close` saves it; `abort` discards it. */
type FileSink = {
  write: (text: string) => Promise<void>;
  close: () => Promise<void>;
  abort: () => Promise<void>;
};

type SavePicker = (options: { suggestedName: string }) => Promise<{ createWritable: () => Promise<FileSink> }>;

/** Longer files are streamed to disk where the browser supports it; others are built in memory. */
const MAX_LINES_IN_MEMORY = 50_000;

/**
 * Saves a file of about `lines` lines, unless `fill` fails or resolves with false. Resolves with whether it was saved. Must be called during the
 * click's user activation, without which the browser opens no save dialog. Rejects with an AbortError if the user cancels the dialog.
 */
export async function writeFile(
  name: string,
  lines: number,
  // biome-ignore lint/suspicious/noConfusingVoidType: most callers always save the file
  fill: (write: FileSink['write']) => Promise<false | void>,
): Promise<boolean> {
  const file = await openFile(name, lines);
  try {
    const isSaved = (await fill((text) => file.write(text))) !== false;
    await (isSaved ? file.close() : file.abort());
    return isSaved;
  } catch (failure) {
    await file.abort();
    throw failure;
  }
}

async function openFile(name: string, lines: number): Promise<FileSink> {
  const showSaveFilePicker = (window as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
  if (!showSaveFilePicker || lines <= MAX_LINES_IN_MEMORY || !navigator.userActivation?.isActive) {
    return fileInMemory(name);
  }
  const handle = await showSaveFilePicker({ suggestedName: name });
  return handle.createWritable();
}

function fileInMemory(name: string): FileSink {
  const parts: string[] = [];
  return {
    write: async (text) => void parts.push(text),
    close: async () => saveFile(name, new Blob(parts, { type: 'text/csv;charset=utf-8' })),
    abort: async () => void parts.splice(0),
  };
}

export function saveFile(name: string, content: Blob) {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
