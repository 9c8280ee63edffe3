import type { Tone } from '@/ui/badge.tsx';
import type { HandOffState } from './data.ts';

export const STATE_TONES: Record<HandOffState, Tone> = {
  preparing: 'warning',
  ready: 'success',
  cancelled: 'neutral',
  void: 'neutral',
};
