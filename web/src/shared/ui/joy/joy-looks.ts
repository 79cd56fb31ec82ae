/** The variant and the colour of Joy for each look of a button. */
export const JOY_LOOKS = {
  primary: { variant: 'solid', color: 'primary' },
  secondary: { variant: 'outlined', color: 'neutral' },
  quiet: { variant: 'plain', color: 'neutral' },
  danger: { variant: 'solid', color: 'danger' },
  dangerOutlined: { variant: 'outlined', color: 'danger' },
} as const;
