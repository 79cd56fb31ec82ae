const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|@tanstack|@emotion|stylis|@babel|@mui\/(system|styled-engine|utils|private-theming)|@mui\/joy\/(styles|Button))\/|node_modules\/lucide-react\/dist\/esm\/(?!icons\/)|\/shared\/(\w+\/)?(storage-keys|api-error|stored-account|limits|once|format|support|store|(\w+\/)?(StatusChip|TextLink|classes|Button|lazy-part|import-with-retry|use-media|breakpoints))\.|preload-helper/;

/** What forms are made of; the candidate's first page needs nothing else. */
const FORM =
  /@mui\/joy\/(Input|FormControl)\/|@mui\/base\/(useInput|FormControl)\/|\/shared\/(ui\/\w+\/(Field|TextField|Notice|Spinner)\.|form\/use-form\.)|icons\/(circle-(exclamation-point|check)|triangle-exclamation-point|info|x)\.|\0inversion/;

/** What most screens behind the sign-in and the rooms have in common. */
const PARTS =
  /node_modules\/(@mui\/(base|joy\/(Card\w*|CircularProgress|Dialog\w*|List\w*|Menu\w*|Modal(?!Close)\w*|Switch))|@popperjs)\/|\/shared\/(ui\/\w+\/(ActionMenu|Dialog|ConfirmDialog|SwitchField|ChoiceField)\.|\w+\/(operation-id|copy-text|save-file)\.)|\/idb\/build\/|\/documents\/\w+\/(languages|editor-settings|editor-pane|editor-colors|device-database|offline-document|base64)\.|\/pwa\/editor-assets\.|icons\/search\.|\/contracts\/src\/code-files\./;

/** What every room needs, whoever is in it. */
const ROOM =
  /node_modules\/(yjs|lib0|y-protocols|@?socket\.io[^/]*|engine\.io[^/]*|@mui\/joy\/(Drawer|ModalClose|SvgIcon|internal)|@mui\/joy\/utils\/createSvgIcon|typebox)[/.]|\/contracts\/src\/(rooms|documents|document-events|common|events|code-text)\.|\/(LeftTextNotice|RoomEnd|RoomFrame|RoomEditor|RoomFoot|RoomEndedDialog|EditorGuard|CodeStatus|useSettingsSheet|useLiveRoom|useVisibleHeight|live-room|participant-actions|download-code|room\.module|ConnectionChip|ConnectionBanner|ParticipantList|room-connection|room-events|room-state|socket-link|rooms\/limits|rooms\.module|EditorPane|EditorSettingsForm|KeyRow|FollowNote|SaveState|save-status-text|PeersTyping|LanguagePicker|SideSheet|useEditorSettings|usePeers\w+|useFollowing|base64|cursors|cursor-state|missing-updates|pending-store|split-update|document-sync|orphaned-edits|local-store|peer-colors|typing-gate|undo-rule|undo-steps|text-delta|peer-flag|sql-words|live-code|length-limit|documents\.module)\.\w+|icons\/(settings-2|redo-2|undo-2|corner-down-left)\./;

/** CodeMirror without the languages. */
const CODEMIRROR =
  /node_modules\/(@codemirror\/(state|view|language|language-data|commands|search|autocomplete|streamparser)|@lezer\/(common|highlight)|style-mod|w3c-keyname|crelt|@marijn\/find-cluster-break|y-codemirror\.next)\/|\/(codemirror-(language|theme|extensions|flags|undo|sql)|enter-indent)\./;

/** What asks about unsent work: brought together, and smaller as one file. */
const UNSENT =
  /\/screens\/outbox\/(OutboxDialog|SignOutDialog|DiscardButton|unsent-rooms|outbox)\.|\/documents\/device\/device-rows\./;

/** The files that the app's modules come in, beside those of single screens. */
export const CHUNK_GROUPS = [
  // What every screen needs and what changes with our dependencies only: one file that stays cached.
  { name: 'framework', test: FRAMEWORK },
  // Few files: each costs a phone several milliseconds to ask for, wherever it comes from.
  { name: 'form', test: FORM, includeDependenciesRecursively: false },
  { name: 'parts', test: PARTS, includeDependenciesRecursively: false },
  { name: 'unsent', test: UNSENT, includeDependenciesRecursively: false },
  { name: 'room', test: ROOM, includeDependenciesRecursively: false },
  { name: 'codemirror', test: CODEMIRROR, includeDependenciesRecursively: false },
];
