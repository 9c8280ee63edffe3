import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { type Piece, piecesOf, type Variable, variableNames } from '#domain/campaign/variables.ts';
import { texts } from '../texts.ts';

export type MessageTextProps = {
  message: string;
  /** The values of the variables; their names are shown if it is missing. */
  values?: Record<Variable, string>;
};

/** A message with its variables as chips: filled in if values are given. */
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
  return value ? <Chip tone="value">{value}</Chip> : <Chip tone="unknown">{texts.preview.missing(name)}</Chip>;
}

const TONES = {
  variable: 'bg-accent-soft px-1 text-accent-text',
  value: 'bg-accent-soft text-accent-text',
  unknown: 'bg-warning-soft px-1 text-warning',
};

/** Isolated from the text direction around it. */
function Chip({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return <bdi className={clsx('box-decoration-clone rounded-sm', TONES[tone])}>{children}</bdi>;
}
