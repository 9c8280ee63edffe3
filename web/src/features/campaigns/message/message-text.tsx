import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { filledIn, type Piece, placeholdersIn, splitMessage } from '#domain/campaign/message.ts';
import type { VariableValues } from '#domain/campaign/variables.ts';
import { useCampaign } from '../campaign-context.ts';
import { texts } from '../texts.ts';

export type MessageTextProps = {
  message: string;
  /** The values of the variables; their names are shown if it is missing. */
  values?: VariableValues | undefined;
};

/** A message with its variables as chips: filled in if values are given. */
export function MessageText({ message, values }: MessageTextProps) {
  const { variables } = useCampaign();
  let at = 0;
  return splitMessage(message, variables).map((piece) => {
    const start = at;
    at += piece.text.length;
    return (
      <PieceText
        key={start}
        piece={piece}
        values={values}
        variableName={(variable) => variables.get(variable) ?? variable}
      />
    );
  });
}

type PieceTextProps = { piece: Piece; variableName: (variable: string) => string } & Pick<MessageTextProps, 'values'>;

function PieceText({ piece, values, variableName }: PieceTextProps) {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'unknown') return <Chip tone="unknown">{piece.text}</Chip>;
  const name = variableName(piece.variable);
  if (!values) return <Chip tone="variable">{piece.fallback ? `${name} | ${piece.fallback}` : name}</Chip>;
  const value = filledIn(piece, values);
  if (!value) return <Chip tone="unknown">{texts.preview.missing(name)}</Chip>;
  return <Chip tone={placeholdersIn(value).length > 0 ? 'unknown' : 'value'}>{value}</Chip>;
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
