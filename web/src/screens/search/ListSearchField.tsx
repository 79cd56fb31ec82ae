import Search from 'lucide-react/icons/search';
import type { InputHTMLAttributes, ReactNode } from 'react';

interface ListSearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  className: string | undefined;
  label: string;
  /** The ids of the list and of its marked option. */
  list: string;
  marked: string | undefined;
  onChange: (text: string) => void;
  /** Stands behind the field. */
  children: ReactNode;
}

/** The field of a search whose results are a list below; the keyboard stays in the field. */
export function ListSearchField({
  className,
  label,
  list,
  marked,
  onChange,
  children,
  ...input
}: ListSearchFieldProps) {
  return (
    <div className={className}>
      <Search size={18} aria-hidden />
      <input
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={marked}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        {...input}
      />
      {children}
    </div>
  );
}
