//! CPU work that is too slow for the dispatcher: a few threads, and a bounded queue.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::call::{Cancel, Outcome};
use super::guarded::attempt;
use super::log;

const JOBS_MAX: usize = 256;

type Work = Box<dyn FnOnce(&Cancel) -> Outcome + Send>;

struct Job {
    cancel: Cancel,
    work: Work,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    threads: usize,
    /// Those that sleep, or were woken and have not come to take a job yet.
    idle: usize,
}

impl Queue {
    /// Whether a thread more is to be started for it, which is counted already: one that sleeps takes one job only, and
    /// is counted as idle until it has woken.
    fn push(&mut self, job: Job, threads_max: usize) -> bool {
        self.jobs.push_back(job);
        let start = self.jobs.len() > self.idle && self.threads < threads_max;
        self.threads += usize::from(start);
        start
    }
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    some: Condvar,
}

#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads_max: usize,
}

/// The queue is full.
pub(crate) struct Overloaded;

impl Pool {
    /// Starts no thread: they come with the work, no more than there are cores.
    pub(crate) fn new(threads_max: usize) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { shared: Arc::default(), threads_max: cores.clamp(1, threads_max) }
    }

    pub(crate) fn run(
        &self,
        cancel: Cancel,
        work: impl FnOnce(&Cancel) -> Outcome + Send + 'static,
    ) -> Result<(), Overloaded> {
        let mut queue = self.shared.lock();
        if queue.jobs.len() >= JOBS_MAX {
            // What was cancelled while it waited takes up no place.
            queue.jobs.retain(|job| !job.cancel.is_stopped());
            if queue.jobs.len() >= JOBS_MAX {
                return Err(Overloaded);
            }
        }
        let start = queue.push(Job { cancel, work: Box::new(work) }, self.threads_max);
        drop(queue);
        self.shared.some.notify_one();
        if start { self.start() } else { Ok(()) }
    }

    fn start(&self) -> Result<(), Overloaded> {
        let shared = self.shared.clone();
        let started = std::thread::Builder::new().name("pool".into()).spawn(move || shared.work());
        let Err(error) = started else { return Ok(()) };
        log::line(format_args!("a thread for slow work: {error}"));
        let mut queue = self.shared.lock();
        queue.threads -= 1;
        // With other threads the job only waits longer; without, nobody would ever do it.
        if queue.threads == 0 {
            queue.jobs.clear();
            return Err(Overloaded);
        }
        Ok(())
    }
}

impl Shared {
    fn work(&self) {
        loop {
            let Job { cancel, work } = self.take();
            if cancel.is_stopped() {
                continue;
            }
            let outcome = attempt(|| work(&cancel)).unwrap_or(Outcome::Panicked);
            cancel.end(outcome);
        }
    }

    fn take(&self) -> Job {
        let mut queue = self.lock();
        loop {
            if let Some(job) = queue.jobs.pop_front() {
                return job;
            }
            queue.idle += 1;
            queue = self.some.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.idle -= 1;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_job_waits_behind_a_thread_that_another_one_wakes() {
        let mut queue = Queue { threads: 1, idle: 1, ..Queue::default() };
        let job = || Job { cancel: Cancel::new().0, work: Box::new(|_| Outcome::Panicked) };
        let started: Vec<bool> = (0..4).map(|_| queue.push(job(), 3)).collect();
        // The first is for the one that sleeps; more than three there are never.
        assert_eq!(started, [false, true, true, false]);
        assert_eq!(queue.threads, 3);
    }
}
