comment on column public.hand_offs.files is
  'Of each file: number of rows and SHA-256, in hexadecimal; quotes is ''all'' if every cell is quoted, and missing if only those are that need it.';
