$stdout.sync = true
$stderr.sync = true
$PROGRAM_NAME = 'main.rb'
lambda do |source|
  begin
    eval(source, TOPLEVEL_BINDING, 'main.rb', 1)
    { exitCode: 0 }
  rescue SystemExit => exit
    { exitCode: exit.status }
  rescue Exception => error
    if error.is_a?(SyntaxError)
      text = error.message.gsub(/\e\[[0-9;]*m/, '')
      line = text[/^> *(\d+) \|/, 1] || text[/main\.rb:(\d+)/, 1]
      message = text[/\^~* +(.*)/, 1] || text
      $stderr.puts(text)
    else
      frames = (error.backtrace || []).select { |frame| frame.start_with?('main.rb:') }
      error.set_backtrace(frames)
      line = frames.first.to_s[/\Amain\.rb:(\d+)/, 1]
      $stderr.puts(error.full_message(highlight: false, order: :top))
      message = error.message
    end
    { exitCode: 1, error: { name: error.class.to_s, message: message, line: line && line.to_i } }
  end
end
