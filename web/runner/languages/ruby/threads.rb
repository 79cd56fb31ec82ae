# Threads are fibers here: one runs until it waits, then the next one. The main program waits by running them.
class Thread
  class Fibered
    attr_accessor :name, :report_on_exception, :abort_on_exception, :priority, :waits_for
    attr_reader :fiber, :is_running

    def self.all = (@all ||= [])
    def self.current = all.find { |task| task.fiber.equal?(Fiber.current) }
    def self.now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

    # Waits until the block is true or, with a deadline, until that has passed.
    def self.wait(deadline = nil, &done)
      over = deadline ? -> { done.call || now >= deadline } : done
      task = current
      until over.call
        if task
          task.waits_for = over
          Fiber.yield
        else
          run_others(deadline)
        end
      end
    end

    def self.run_others(deadline)
      ready = all.find { |task| !task.is_running && (task.waits_for.nil? || task.waits_for.call) }
      return ready.run if ready
      return real_sleep(0.001) if deadline || all.any?(&:is_timed)
      raise ThreadError, 'No live threads left. Deadlock?'
    end

    def self.real_sleep(seconds) = Kernel.real_sleep(seconds)

    attr_accessor :is_timed

    def initialize(*given, &block)
      raise ThreadError, 'must be called with a block' unless block
      @locals, @variables, @report_on_exception = {}, {}, Thread.report_on_exception
      @place = block.source_location.join(':')
      @fiber = Fiber.new { finish { block.call(*given) } }
      Fibered.all << self
    end

    def run
      @waits_for = nil
      @is_running = true
      @fiber.resume
    ensure
      @is_running = false
      # The next one has its turn first.
      Fibered.all << self if Fibered.all.delete(self) && alive?
    end

    def finish
      @value = yield
    rescue SystemExit
      raise
    rescue Exception => error
      @error = error
      report(error) if @report_on_exception
    ensure
      @is_over = true
    end

    def report(error)
      frames = (error.backtrace || []).select { |frame| frame.start_with?('main.rb:') }
      error.set_backtrace(frames)
      $stderr.puts("#{inspect} terminated with exception (report_on_exception is true):")
      $stderr.puts(error.full_message(highlight: false, order: :top))
    end

    def join(limit = nil)
      Fibered.wait(limit && Fibered.now + limit) { @is_over }
      raise @error if @error
      self if @is_over
    end

    def value
      join
      @value
    end

    def kill
      @is_over = true
      Fibered.all.delete(self)
      Fiber.yield if @fiber.equal?(Fiber.current)
      self
    end
    alias exit kill
    alias terminate kill

    def alive? = !@is_over
    def stop? = @is_over || !@waits_for.nil?
    def status = @is_over ? (@error ? nil : false) : @waits_for ? 'sleep' : 'run'
    def [](key) = @locals[key.to_sym]
    def []=(key, value)
      @locals[key.to_sym] = value
    end
    def key?(key) = @locals.key?(key.to_sym)
    def thread_variable_get(key) = @variables[key.to_sym]
    def thread_variable_set(key, value) = @variables[key.to_sym] = value
    def wakeup = tap { @waits_for = nil }
    def is_a?(kind) = kind == Thread || super
    alias kind_of? is_a?
    def inspect = "#<Thread:0x#{(object_id * 8).to_s(16).rjust(16, '0')} #{@place} #{status || 'dead'}>"
    alias to_s inspect
  end

  class << self
    alias real_current current
    def new(...) = Fibered.new(...)
    alias start new
    alias fork new
    def current = Fibered.current || real_current
    def list = [main, *Fibered.all]
    def pass
      passed = false
      Fibered.all.empty? ? nil : Fibered.wait { passed.tap { passed = true } }
      nil
    end
    def ===(other) = other.is_a?(Fibered) || super
  end

  module MutexOfFibers
    def lock
      Fibered.wait { !locked? } unless owned?
      super
    end

    def synchronize
      lock
      begin
        yield
      ensure
        unlock if owned?
      end
    end

    def sleep(seconds = nil)
      unlock
      Kernel.sleep(*[seconds].compact)
    ensure
      lock
    end
  end
  Mutex.prepend(MutexOfFibers)

  module QueueOfFibers
    def pop(non_block = false, timeout: nil)
      return super if non_block
      Fibered.wait(timeout && Fibered.now + timeout) { !empty? || closed? }
      empty? ? nil : super(true)
    end
    alias deq pop
    alias shift pop
  end
  Queue.prepend(QueueOfFibers)
  SizedQueue.prepend(QueueOfFibers)

  module SizedQueueOfFibers
    def push(value, non_block = false, timeout: nil)
      Fibered.wait(timeout && Fibered.now + timeout) { size < max || closed? } unless non_block
      return nil if timeout && size >= max
      super(value, true)
    end
    alias enq push
    alias << push
  end
  SizedQueue.prepend(SizedQueueOfFibers)

  module ConditionVariableOfFibers
    def wait(mutex, timeout = nil)
      turn = Object.new
      (@turns ||= []) << turn
      mutex.unlock
      Fibered.wait(timeout && Fibered.now + timeout) { !@turns.include?(turn) }
      mutex.lock
      self
    end

    def signal = tap { @turns&.shift }
    def broadcast = tap { @turns&.clear }
  end
  ConditionVariable.prepend(ConditionVariableOfFibers)
end

module Kernel
  class << self
    alias real_sleep sleep
    def sleep(*seconds)
      return real_sleep(*seconds) if Thread::Fibered.all.empty?
      began = Thread::Fibered.now
      task = Thread::Fibered.current
      task&.is_timed = true
      Thread::Fibered.wait(seconds.first && began + seconds.first) { false }
      (Thread::Fibered.now - began).round
    ensure
      task&.is_timed = false
    end
  end

  private def sleep(*seconds) = Kernel.sleep(*seconds)
end

require 'timeout'
module Timeout
  # Nothing can interrupt the block: it fails once it has ended.
  def self.timeout(limit, error = nil, message = nil)
    began = Thread::Fibered.now
    result = yield(limit)
    raise error || Error, message || 'execution expired' if limit && limit > 0 && Thread::Fibered.now - began > limit
    result
  end

  private def timeout(...) = Timeout.timeout(...)
end
