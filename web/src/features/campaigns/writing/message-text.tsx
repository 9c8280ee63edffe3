import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { type Piece, piecesOf, type Variable, variableNames } from '#domain/campaign/variables.ts';

export type MessageTextProps = {
  message: string;
  /** What the variables stand for; without it they are shown as themselves. */
  values?: Record<Variable, string>;
};

/** A message with its variables as chips or, where it is known for whom, filled in. */
export function MessageText({ message, values }: MessageTextProps) {
  let at = 0;
  return piecesOf(message).map((piece) => {
    const start = at;
    at += piece.text.length;
    return <PieceText key={start} piece={piece} values={values} />;
  });
}

function PieceText({ piece, values }: { piece: Piece; values: MessageTextProps['values'] }) {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'unknown') return <Chip tone="unknown">{piece.text}</Chip>;
  const name = variableNames[piece.variable];
  if (!values) return <Chip tone="variable">{name}</Chip>;
  const value = values[piece.variable];
  return value ? <Chip tone="value">{value}</Chip> : <Chip tone="unknown">no {name.toLowerCase()}</Chip>;
}

const TONES = {
  variable: 'bg-accent-soft px-1 text-accent-text',
  value: 'bg-accent-soft text-accent-text',
  unknown: 'bg-warning-soft px-1 text-warning',
};

/** Kept apart from the writing direction of the text around it. */
function Chip({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return <bdi className={clsx('box-decoration-clone rounded-sm', TONES[tone])}>{children}</bdi>;
}
