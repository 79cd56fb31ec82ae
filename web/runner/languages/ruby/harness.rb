$stdout.sync = true
$stderr.sync = true
$PROGRAM_NAME = 'main.rb'
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

describe = lambda do |error|
  if error.is_a?(SyntaxError)
    text = error.message.gsub(/\e\[[0-9;]*m/, '')
    line = text[/^> *(\d+) \|/, 1] || text[/main\.rb:(\d+)/, 1]
    message = text[/\^~* +(.*)/, 1] || text
    $stderr.puts(text)
  else
    frames = (error.backtrace || []).select { |frame| frame.start_with?('main.rb:') }
    message = error.message
    if error.is_a?(LoadError) && error.path && message.start_with?('cannot load such file')
      message = "#{error.path} is not here: Ruby has its standard library, minitest and test/unit."
      error = LoadError.new(message)
    end
    error.set_backtrace(frames)
    line = frames.first.to_s[/\Amain\.rb:(\d+)/, 1]
    $stderr.puts(error.full_message(highlight: false, order: :top))
  end
  { name: error.class.to_s, message: message, line: line && line.to_i }
end

lambda do |source|
  begin
    eval(source, TOPLEVEL_BINDING, 'main.rb', 1)
    { exitCode: Kernel.end_program || 0 }
  rescue SystemExit => exit
    { exitCode: Kernel.end_program || exit.status }
  rescue Exception => error
    described = describe.call(error)
    Kernel.end_program
    { exitCode: 1, error: described }
  end
end
