/** Where the text of a file goes piece by piece. */
export type FileSink = {
  write: (text: string) => Promise<void>;
  /** The file is complete and is the person's. */
  close: () => Promise<void>;
  /** The file is given up. */
  abort: () => Promise<void>;
};

type SavePicker = (options: { suggestedName: string }) => Promise<{ createWritable: () => Promise<SavedFile> }>;
type SavedFile = { write: (text: string) => Promise<void>; close: () => Promise<void>; abort: () => Promise<void> };

/** From this many lines on a file is written straight to disk, where the browser can, instead of being held until it is complete. */
const LINES_HELD = 50_000;

/** Opens a file of about so many lines. Must be called while the click's user activation is valid: the browser opens its save dialog only then. Rejects with an AbortError if the user cancels the dialog. */
export async function openFileSink(name: string, lines: number): Promise<FileSink> {
  const picker = (window as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
  if (!picker || lines <= LINES_HELD || !navigator.userActivation?.isActive) return heldFile(name);
  const place = await picker({ suggestedName: name });
  return place.createWritable();
}

function heldFile(name: string): FileSink {
  const parts: string[] = [];
  return {
    write: async (text) => void parts.push(text),
    close: async () => saveFile(name, new Blob(parts, { type: 'text/csv;charset=utf-8' })),
    abort: async () => void parts.splice(0),
  };
}

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
