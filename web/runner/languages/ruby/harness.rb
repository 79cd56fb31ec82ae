$stdout.sync = true
$stderr.sync = true
# Gems that come with Ruby, which it finds by RubyGems otherwise.
$LOAD_PATH.concat(Dir.glob('/usr/local/lib/ruby/gems/*/gems/{abbrev,base64,csv,matrix,minitest,observer,prime,rbs}-*/lib'))

module Kernel
  AT_EXIT = []
  private_constant :AT_EXIT
  private def at_exit(&block) = block.tap { AT_EXIT << block }

  # Runs the blocks for the end, the last one first. Returns the exit code of those that set one.
  def self.end_program
    code = nil
    while (block = AT_EXIT.pop)
      begin
        block.call
      rescue SystemExit => exit
        code = exit.status
      rescue Exception => error
        $stderr.puts(error.full_message(highlight: false, order: :top))
        code = 1
      end
    end
    code
  end
end

# The names of the program's files, the first one first.
files = []
# The file of a frame or message of the program; nil for others.
file_of = lambda { |text| files.find { |name| text.start_with?("#{name}:", "/#{name}:") } }

describe = lambda do |error|
  if error.is_a?(SyntaxError)
    text = error.message.gsub(/\e\[[0-9;]*m/, '')
    file = file_of.call(text)
    line = text[/^> *(\d+) \|/, 1] || text[/\A[^:]+:(\d+)/, 1]
    message = text[/\^~* +(.*)/, 1] || text
    $stderr.puts(file ? text.delete_prefix('/') : text)
  else
    frames = (error.backtrace || []).select(&file_of).map { |frame| frame.delete_prefix('/') }
    message = error.message
    if error.is_a?(LoadError) && error.path && message.start_with?('cannot load such file')
      message = "#{error.path} is not here: Ruby has its standard library, minitest and test/unit."
      error = LoadError.new(message)
    end
    error.set_backtrace(frames)
    file = file_of.call(frames.first.to_s)
    line = frames.first.to_s[/\A[^:]+:(\d+)/, 1]
    $stderr.puts(error.full_message(highlight: false, order: :top))
  end
  { name: error.class.to_s, message: message, line: line && line.to_i, file: file }
end

lambda do |source, names|
  files.replace(names.split("\n"))
  $PROGRAM_NAME = files.first
  begin
    if (data = source[/^__END__\r?\n(.*)/m, 1])
      require 'stringio'
      Object.const_set(:DATA, StringIO.new(data))
    end
    eval(source, TOPLEVEL_BINDING, files.first, 1)
    { exitCode: Kernel.end_program || 0 }
  rescue SystemExit => exit
    { exitCode: Kernel.end_program || exit.status }
  rescue Exception => error
    described = describe.call(error)
    Kernel.end_program
    { exitCode: 1, error: described }
  end
end
